import { useState } from 'preact/hooks';
import { texts } from '../../texts/now.ts';
import { isWidget } from '../../widget/widget.ts';
import { qrDetector } from './barcode-detector.ts';
import { ScanDialog } from './scan-dialog.tsx';

interface ScanButtonProps {
  /** The field that it fills. */
  readonly field: string;
  readonly onAddress: (address: string) => void;
}

/** Reads an address from a QR code; not there where the browser cannot. The camera is asked for by a press, and let go of at once. */
export function ScanButton({ field, onAddress }: ScanButtonProps) {
  const { scan } = texts.swap;
  const [isOpen, setOpen] = useState(false);
  const [detector] = useState(qrDetector);
  // The page around would have to let it use the camera, which nobody expects of it.
  if (detector === null || isWidget) return null;
  const take = (address: string) => {
    setOpen(false);
    onAddress(address);
  };
  return (
    <>
      <button type="button" class="link-button" aria-label={scan.into(field)} onClick={() => setOpen(true)}>
        {scan.button}
      </button>
      {isOpen && <ScanDialog detector={detector} onAddress={take} onClose={() => setOpen(false)} />}
    </>
  );
}
