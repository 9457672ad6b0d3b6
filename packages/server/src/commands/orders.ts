import { acceptOrder, forgiveOrder, listOrdersForReview, returnOrder } from '../modules/billing/module.ts'
import { systemClock } from '../platform/clock.ts'
import { readSettings, SettingError } from '../platform/config.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { DataFolderInUse } from '../platform/db/data-folder.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'

const ACTIONS = { accept: acceptOrder, return: returnOrder, forgive: forgiveOrder }

restrictUmask()
// Lists the orders that need a decision, or settles one. People's devices learn of it when they next connect.
const [action, orderId] = process.argv.slice(2)
const runAction =
  action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : null // its own
if (action !== undefined && (!runAction || orderId === undefined)) {
  console.error(`Unknown action. Actions: ${Object.keys(ACTIONS).join(', ')}, each with the id of an order.`)
  process.exitCode = 1
} else {
  await run()
}

async function run(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const log = createLog(settings.logLevel)
    const database = await connectDatabase(settings, systemClock, log)
    const nobody = { publishToPerson: () => undefined, closeSession: () => undefined, closePerson: () => undefined }
    const services = { database, clock: systemClock, log, live: nobody, settings }
    if (runAction && orderId !== undefined) {
      const isDone = await runAction(services, orderId)
      console.log(isDone ? 'Done.' : 'Nothing was changed: the order does not exist, or its state does not allow this.')
      if (!isDone) process.exitCode = 1
    } else {
      const orders = await listOrdersForReview(services)
      console.log(
        orders.length === 0 ? 'No orders need a decision.' : 'order, state, amount, product, payment, created',
      )
      for (const { id, state, amount, currency, product, paymentRef, createdAt } of orders)
        console.log(`${id}, ${state}, ${amount} ${currency}, ${product.id}, ${paymentRef}, ${createdAt.toISOString()}`)
    }
    await database.close()
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof DataFolderInUse)) throw error
    console.error(error instanceof SettingError ? `Setting ${error.message}.` : error.message)
    process.exitCode = 1
  }
}
