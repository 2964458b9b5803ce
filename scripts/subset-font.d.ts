declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** A number pins the axis; a range keeps that part of it. */
    variationAxes: Record<string, number | { min: number; max: number; default: number }>;
    /** OpenType features that stay. */
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
