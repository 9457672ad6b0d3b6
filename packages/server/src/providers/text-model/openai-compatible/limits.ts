/** How long one reply may take, and how large a line may be (UPS-01, UPS-04, UPS-05). */
export interface TextModelLimits {
  /** From the request, retries included, to the first sign of content; null: as long as it takes. */
  firstTokenMs: number | null
  /** Between two signs of content; keep-alive comments are none. A reply as a whole has no limit. */
  idleMs: number
  /** Hidden reasoning of one reply, in tokens, on top of the reply's own. */
  reasoningTokens: number
  lineBytes: number
  /** The longest wait a 429 may ask for. */
  retryAfterMs: number
  /** Attempts after the first, all before the first visible word. */
  retries: number
  /** How long to wait for a usage chunk or [DONE] once the reply has said that it is finished. */
  farewellMs: number
}

export const DEFAULT_LIMITS: TextModelLimits = {
  firstTokenMs: 300_000,
  idleMs: 60_000,
  reasoningTokens: 4_000,
  lineBytes: 1024 * 1024,
  retryAfterMs: 10_000,
  retries: 2,
  farewellMs: 500,
}
