import type { Order, Product } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useStore } from '../../lib/store.ts'
import { Checkout, type CheckoutState } from './checkout.ts'
import { dropOrderKey, orderKeyFor, renewOrderKey } from './order-key.ts'

interface Purchase {
  product: Product
  /** The order in the address; null for a new one. */
  order: Order | null
  personId: string
  /** Whether the bank's own page redirected here. */
  wasSent: boolean
}

/** A purchase that lives as long as the page. */
export function useCheckout({ product, order, personId, wasSent }: Purchase): {
  checkout: Checkout
  state: CheckoutState
} {
  const [checkout] = useState(() => new Checkout(product, order, surroundingsOf(personId, product.id)))
  const state = useStore(checkout.state)
  useEffect(() => {
    void checkout.resume(wasSent)
    return () => checkout.leave()
  }, [checkout, wasSent])
  return { checkout, state }
}

function surroundingsOf(personId: string, productId: string) {
  // Read when the page opens, not when it is paid: a tab that was opened before another one paid shares its order.
  let key = typeof window === 'undefined' ? '' : orderKeyFor(personId, productId, Date.now())
  return {
    call: callApi,
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    key: {
      get: () => key,
      renew: () => {
        key = renewOrderKey(personId, productId, Date.now())
        return key
      },
      drop: () => dropOrderKey(personId, productId),
    },
  }
}
