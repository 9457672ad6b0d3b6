import type { ModelEntry } from '../model-registry.ts'
import type { TextModel, TextModelRequest } from '../text-model.ts'
import { streamTraced } from '../trace-request.ts'
import { RequestMeter } from './request-meter.ts'
import type { UsageServices } from './services.ts'
import { recordUsage, type UsageKind, type UsageRecord } from './usage-store.ts'

/** Records and limits the model usage of people. */
export interface ModelUsage {
  /** A meter for a request that is made now. */
  startMeter(): RequestMeter
  /** @throws AppError TokenBudgetSpent, for a person or a server whose tokens of the day are used up. */
  assertBudget(personId: string): Promise<void>
  /** Tells the budget about a request that was recorded by a statement of the caller’s. */
  countRecorded(personId: string, tokens: { promptTokens: number; replyTokens: number }): void
  /**
   * The model, with every request recorded for this person when it ends, in whatever way. Passes on everything that the
   * model sends, and never fails because of the record.
   */
  metered(entry: ModelEntry, by: { personId: string; kind: Exclude<UsageKind, 'reply'> }): Pick<TextModel, 'stream'>
}

export function createModelUsage(services: UsageServices): ModelUsage {
  const { budget, countTokens, clock, database, log } = services
  const startMeter = () => new RequestMeter({ nowMs: () => clock.now().getTime(), countTokens })

  async function record(
    request: TextModelRequest,
    meter: RequestMeter,
    by: Pick<UsageRecord, 'personId' | 'modelId' | 'model' | 'kind'>,
  ): Promise<void> {
    const used = meter.result(() => request.messages.reduce((sum, { content }) => sum + countTokens(content), 0))
    if (!used) return
    try {
      await recordUsage(database, { ...by, ...used, now: clock.now() })
      budget.add(by.personId, used.promptTokens + used.replyTokens)
    } catch (error) {
      log.warn({ error }, 'could not record model usage')
    }
  }

  return {
    startMeter,
    assertBudget: budget.assertLeft,
    countRecorded: (personId, { promptTokens, replyTokens }) => budget.add(personId, promptTokens + replyTokens),
    metered({ id, name, model }, { personId, kind }) {
      if (model.kind === 'demo') return model
      return {
        async *stream(request) {
          const meter = startMeter()
          try {
            for await (const part of streamTraced(model, request, kind)) {
              meter.record(part)
              yield part
            }
          } finally {
            await record(request, meter, { personId, modelId: id, model: name, kind })
          }
        },
      }
    },
  }
}
