/** Puts the service and the libraries that it uses together in a few files, unless they are current. */
export function bundle(): Promise<void>;
