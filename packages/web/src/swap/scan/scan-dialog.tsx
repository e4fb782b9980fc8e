import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { texts } from '../../texts/now.ts';
import { addressIn } from './address-in.ts';
import type { qrDetector } from './barcode-detector.ts';
import './scan-dialog.css';

/** So that a phone has time for other things too. */
const LOOK_MS = 150;

interface ScanDialogProps {
  readonly detector: NonNullable<ReturnType<typeof qrDetector>>;
  readonly onAddress: (address: string) => void;
  readonly onClose: () => void;
}

/** What the camera sees, until there is an address in it. */
export function ScanDialog({ detector, onAddress, onClose }: ScanDialogProps) {
  const { scan } = texts.swap;
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const seen = video.current === null ? [] : await detector.detect(video.current).catch(() => []);
      if (isOver) return;
      const address = seen.map(({ rawValue }) => addressIn(rawValue)).find((each) => each !== '');
      if (address !== undefined) onAddress(address);
      else timer = setTimeout(look, LOOK_MS);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return letGo(stream);
      if (video.current !== null) {
        video.current.srcObject = stream;
        await video.current.play();
      }
      await look();
    };
    start().catch(() => isOver || setRefused(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (stream !== null) letGo(stream);
    };
  }, []);
  return (
    <Dialog title={scan.title} onClose={onClose}>
      <p role="status">{isRefused ? scan.refused : scan.hint}</p>
      {!isRefused && <video ref={video} class="scan-video" playsInline muted aria-label={scan.title} />}
    </Dialog>
  );
}

function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
