/** Makes what of the client is installed elsewhere, unless it is current. */
export function packClient(): Promise<void>;
