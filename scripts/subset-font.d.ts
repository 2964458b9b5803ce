declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** A number fixes the axis; a range keeps part of it. */
    variationAxes: Record<string, number | { min: number; max: number; default: number }>;
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
