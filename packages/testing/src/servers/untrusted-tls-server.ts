import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A server whose TLS certificate nobody trusts, on a free port of 127.0.0.1. What it speaks after TLS never matters. */
export async function startUntrustedTlsServer(): Promise<{ url: string; close(): Promise<void> }> {
  // This library brings a self-signed certificate along.
  const server = new SMTPServer({ secure: true })
  server.on('error', () => undefined) // clients that refuse the certificate
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // a TCP server's address is never a string
  return {
    url: `https://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
