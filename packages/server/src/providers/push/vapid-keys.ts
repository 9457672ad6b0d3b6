import { createECDH, hkdfSync } from 'node:crypto'

/**
 * The key pair by which push services know this server (RFC 8292, P-256), base64url. Drawn from the server's secret, so
 * that all processes have the same one and nothing more has to be kept; another secret makes browsers subscribe anew.
 */
export function vapidKeysOf(appSecret: string): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1')
  // One 32-byte string in 2^32 is no key of the curve; then the next one is taken.
  for (let attempt = 0; ; attempt += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', appSecret, '', `everkin web push ${attempt}`, 32))
    try {
      ecdh.setPrivateKey(bytes)
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
    } catch {
      if (attempt === 8) throw new Error('no key of the curve in eight attempts')
    }
  }
}
