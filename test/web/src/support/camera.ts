/** A browser with a camera, which it gives to pages that may have it, and that reads QR codes. This one is on Linux and has neither. */
export const A_CAMERA = `
  window.cameras = [];
  window.BarcodeDetector = class {
    async detect() { return window.qrCode ? [{ rawValue: window.qrCode }] : []; }
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: {
    async getUserMedia() {
      if (!window.isCameraAllowed) throw new DOMException('denied', 'NotAllowedError');
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 9, 9);
      const stream = canvas.captureStream(10);
      window.cameras.push(stream);
      return stream;
    },
  } });`;
