import { useSearchParams } from 'react-router'

/**
 * Id of the chat from which the reader came to buy something; undefined otherwise. It is in the address, because the
 * way leads over new documents and the bank's page.
 */
export function useChatOfOrigin(): string | undefined {
  const from = useSearchParams()[0].get('from') ?? ''
  return /^[\w-]{1,64}$/.test(from) ? from : undefined
}
