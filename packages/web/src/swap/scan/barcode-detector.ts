/** What some browsers can do, and TypeScript does not know of yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

/** Reads QR codes; null where the browser cannot, or has no camera that a page may ask for. */
export function qrDetector(): Detector | null {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined || navigator.mediaDevices === undefined) return null;
  return new BarcodeDetector({ formats: ['qr_code'] });
}
