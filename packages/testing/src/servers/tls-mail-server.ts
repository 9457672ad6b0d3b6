import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/** Makes the certificate; where it is missing, tests with this server are skipped. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A mail server that offers STARTTLS with a self-signed certificate for `localhost`. */
export interface TlsMailServer {
  readonly port: number
  /** The certificate as a PEM file. */
  readonly certificateFile: string
  close(): Promise<void>
}

/** Starts it on a free port of 127.0.0.1; it accepts every mail. */
export async function startTlsMailServer(): Promise<TlsMailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-smtp-'))
  const [key, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const ask = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  spawnSync('openssl', [...ask, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificateFile])
  const server = new SMTPServer({
    authOptional: true,
    key: readFileSync(key),
    cert: readFileSync(certificateFile),
    onData: (stream, _session, callback) => void stream.resume().on('end', () => callback()),
  })
  server.on('error', () => undefined) // clients that do not trust it
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // a TCP server's address is never a string
  return {
    port,
    certificateFile,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
