/** A person with a chat, and what their requests carry. */
export interface SignedIn {
  token: string
  secret: string
  chatId: string
  headers: Record<string, string>
}

/** Signs an adult in with a code by mail, and starts a chat. */
export async function signIn(
  origin: string,
  mailbox: { codeFor(address: string): Promise<string> },
  email: string,
): Promise<SignedIn> {
  const { challenge } = await postJson<{ challenge: string }>(origin, '/api/account/sendCode', { email })
  const code = await mailbox.codeFor(email)
  const session = { email, code, challenge }
  const { token, secret } = await postJson<{ token: string; secret: string }>(
    origin,
    '/api/account/emailLogin',
    session,
  )
  const headers = { 'user-token': token, authorization: `Bearer ${secret}`, platform: '1' }
  await postJson(origin, '/api/user/profile', { nickname: 'Talker', gender: null, age_scope: 3 }, headers)
  const { id: chatId } = await postJson<{ id: string }>(origin, '/api/chat/start', { card_id: 'ilse' }, headers)
  return { token, secret, chatId, headers }
}

/** Calls the API and returns the data of its answer. Throws for every other answer. */
export async function postJson<Data>(
  origin: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Data> {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: '1', ...headers },
    body: JSON.stringify(body),
  })
  const envelope = (await reply.json()) as { code: number; data: Data } // the envelope
  if (envelope.code !== 1) throw new Error(`${path} answered ${envelope.code}`)
  return envelope.data
}
