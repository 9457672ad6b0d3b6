import type { ApiData } from '@everkin/contract/api-types.ts'
import type { modelUsage } from '@everkin/contract/http/model-usage.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { countPrices, deletePrice, listPrices, type ModelPrice, savePrice } from './price-store.ts'
import type { UsageServices } from './services.ts'
import { loadAllUsage, loadOwnUsage } from './usage-views.ts'

type WirePrice = NonNullable<ApiData<'POST /api/admin/saveModelPrice'>['price']>

/** Models come and go, and each of them may keep a price. */
const MAX_PRICES = 1_000
const MICROS = 1_000_000

/** The HTTP handlers of what people use of the models. */
export function usageHandlers(services: UsageServices): Handlers<typeof modelUsage> {
  const { database, clock, models } = services
  return {
    mine: async (_input, caller) => loadOwnUsage(services, caller),
    all: async ({ query }) => loadAllUsage(services, query.days),
    prices: async () => {
      const prices = new Map((await listPrices(database)).map((price) => [price.modelId, price]))
      const connected = models
        .entries()
        .filter(({ model }) => model.kind !== 'demo')
        .map(({ id, name }) => ({ model_id: id, model: name, price: priceView(prices.get(id)) }))
      const known = new Set(connected.map(({ model_id }) => model_id))
      const others = [...prices.values()].filter(({ modelId }) => !known.has(modelId))
      return {
        models: [
          ...connected,
          ...others.map((price) => ({ model_id: price.modelId, model: price.modelId, price: priceView(price) })),
        ],
      }
    },
    savePrice: async ({ body: { model_id: modelId, price } }) => {
      if (price === null) {
        await deletePrice(database, modelId)
        return { price: null }
      }
      if ((await countPrices(database)) >= MAX_PRICES) throw new AppError('Conflict', { limit: MAX_PRICES }, 'tooMany')
      const saved = {
        modelId,
        currency: price.currency,
        inputMicros: Math.round(price.input * MICROS),
        cachedInputMicros: price.cached_input === null ? null : Math.round(price.cached_input * MICROS),
        outputMicros: Math.round(price.output * MICROS),
      }
      await savePrice(database, saved, clock.now())
      return { price: priceView(saved) }
    },
  }
}

function priceView(price: ModelPrice | undefined): WirePrice | null {
  if (!price) return null
  return {
    model_id: price.modelId,
    currency: price.currency,
    input: price.inputMicros / MICROS,
    cached_input: price.cachedInputMicros === null ? null : price.cachedInputMicros / MICROS,
    output: price.outputMicros / MICROS,
  }
}
