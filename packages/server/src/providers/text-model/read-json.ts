/** Fetches a small JSON object; null for anything else, a failure and a silence of `timeoutMs` included. */
export async function readJson(
  url: string,
  { apiKey = null, timeoutMs, body }: { apiKey?: string | null; timeoutMs: number; body?: unknown },
): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const value: unknown = response.ok ? await response.json() : null
    await response.body?.cancel().catch(() => undefined)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
