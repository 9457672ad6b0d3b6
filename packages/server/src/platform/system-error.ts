/**
 * The system's code of a failed `fetch` as an error of its own, to be kept as a cause: the error itself contains the
 * address. Undefined where there is no code.
 */
export function systemErrorCause(error: unknown): Error | undefined {
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code // undici's errors
  return typeof code === 'string' ? new Error(code) : undefined
}

/** Whether an error is a system error with one of these codes. */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '') // a system error carries one
}

/** Whether this is the code of a certificate that Node refuses: self-signed, expired, of an unknown authority or host. */
export function isCertificateCode(code: string): boolean {
  return /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/.test(code)
}
