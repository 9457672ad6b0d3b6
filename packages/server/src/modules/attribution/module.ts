export { countPurchase, countRefund } from './campaign-counts.ts'
export { visitHandlers } from './routes.ts'
export { eraseVisits, exportVisits, linkVisit, purgeVisits } from './visit-lifecycle.ts'
