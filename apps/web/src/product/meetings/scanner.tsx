import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

const READ_EVERY_MS = 250;

interface Detector {
  detect: (from: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
/** TypeScript has no type for it yet. */
const findDetector = () =>
  (globalThis as { BarcodeDetector?: new (given: { formats: string[] }) => Detector }).BarcodeDetector;

export const canScan = () => findDetector() !== undefined && Boolean(navigator.mediaDevices);

interface ScannerProps {
  onRead: (text: string) => void;
  onFailed: () => void;
}

export function Scanner({ onRead, onFailed }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useEffectEvent(onRead);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    const ended = new AbortController();
    scan(video.current!, ended.signal).then(
      (text) => text !== undefined && read(text),
      () => !ended.signal.aborted && fail(),
    );
    return () => ended.abort();
  }, []);
  return <video ref={video} aria-label={words.camera} muted playsInline className="w-full rounded-control" />;
}

async function scan(video: HTMLVideoElement, ended: AbortSignal): Promise<string | undefined> {
  const detector = new (findDetector()!)({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  // If the video is removed early, `play()` may never finish, and `finally` would not run. So this stops the
  // camera too.
  ended.addEventListener('abort', release);
  try {
    video.srcObject = stream;
    if (!ended.aborted) await video.play();
    while (!ended.aborted) {
      const [code] = await detector.detect(video);
      if (code) return code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
    return undefined;
  } finally {
    release();
  }
}
