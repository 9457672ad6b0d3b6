export { exportCheckins } from './checkin-store.ts'
export { rewardHandlers } from './routes.ts'
