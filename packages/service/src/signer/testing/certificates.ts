import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An authority of our own that vouches for certificates of others, made by openssl in a folder. */
export class Authority {
  readonly caFile: string;
  private readonly folder: string;
  private readonly name: string;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
    this.caFile = this.file('crt');
    const subject = ['-subj', `/CN=${name}`, '-days', '1'];
    const files = ['-keyout', this.file('key'), '-out', this.caFile];
    this.openssl('req', '-x509', ...NEW_KEY, ...subject, ...files);
  }

  /** A certificate for a name, good for 127.0.0.1. */
  issue(name: string): { certFile: string; keyFile: string } {
    const [keyFile, request, certFile] = ['key', 'csr', 'crt'].map((ending) =>
      join(this.folder, `${this.name}-${name}.${ending}`),
    ) as [string, string, string];
    const names = join(this.folder, 'names');
    writeFileSync(names, 'subjectAltName=IP:127.0.0.1\n');
    this.openssl('req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', keyFile, '-out', request);
    const authority = ['-CA', this.caFile, '-CAkey', this.file('key'), '-CAcreateserial'];
    this.openssl(
      'x509',
      '-req',
      '-in',
      request,
      ...authority,
      '-days',
      '1',
      '-extfile',
      names,
      '-out',
      certFile,
    );
    return { certFile, keyFile };
  }

  private file(ending: string): string {
    return join(this.folder, `${this.name}.${ending}`);
  }

  private openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' });
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
