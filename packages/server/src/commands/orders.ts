import { listOrdersForReview, RESOLUTIONS, type Resolution, receivedOf } from '../modules/billing/module.ts'
import { recordAudit } from '../modules/operators/module.ts'
import { systemClock } from '../platform/clock.ts'
import { readCommandSettings, SettingError } from '../platform/config.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { DataFolderInUse } from '../platform/db/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'

restrictUmask()
// Lists the orders that need a decision, or settles one. People's devices learn of it when they next connect.
const [action, orderId] = process.argv.slice(2)
const resolution = action !== undefined && Object.hasOwn(RESOLUTIONS, action) ? RESOLUTIONS[action as Resolution] : null // its own
if (action !== undefined && (!resolution || orderId === undefined)) {
  console.error(`Unknown action. Actions: ${Object.keys(RESOLUTIONS).join(', ')}, each with the id of an order.`)
  process.exitCode = 1
} else {
  await run()
}

async function run(): Promise<void> {
  try {
    const settings = readCommandSettings(process.env)
    const log = createLog(settings.logLevel)
    const database = await connectDatabase(settings, systemClock, log)
    const nobody = { publishToPerson: () => undefined, closeSession: () => undefined, closePerson: () => undefined }
    const services = { database, clock: systemClock, log, live: nobody, settings }
    if (resolution && orderId !== undefined) {
      const isDone = await resolution.resolve(services, orderId, (tx, details) =>
        recordAudit(tx, {
          actorId: null,
          action: resolution.action,
          targetType: 'order',
          targetId: orderId,
          reason: 'command',
          details,
          now: systemClock.now(),
        }),
      )
      console.log(isDone ? 'Done.' : 'Nothing was changed: the order does not exist, or its state does not allow this.')
      if (!isDone) process.exitCode = 1
    } else {
      const orders = await listOrdersForReview(services)
      console.log(
        orders.length === 0 ? 'No orders need a decision.' : 'order, state, amount, product, payment, created',
      )
      for (const order of orders) {
        const { id, state, product, paymentRef, createdAt } = order
        const { amount, currency } = receivedOf(order)
        console.log(`${id}, ${state}, ${amount} ${currency}, ${product.id}, ${paymentRef}, ${createdAt.toISOString()}`)
      }
    }
    await database.close()
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof DataFolderInUse)) throw error
    console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
    process.exitCode = 1
  }
}
