import { deskRewards } from '@everkin/contract/http/desk-products.ts'
import { rewards } from '@everkin/contract/http/rewards.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { exportCheckins } from './checkin-store.ts'
import { deskRewardHandlers, rewardHandlers } from './routes.ts'
import type { RewardServices } from './services.ts'

export function createRewardsModule(core: ServerCore, ports: Pick<RewardServices, 'databaseTime'>): ServerModule {
  return {
    name: 'rewards',
    operations: [
      ...bindHandlers(rewards, rewardHandlers({ ...core, ...ports })),
      ...bindHandlers(deskRewards, deskRewardHandlers(core)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: { checkin: { erasure: 'deleted' } },
      exportParts: [listExport({ path: 'check-ins.json', about: 'checkins', tables: ['checkin'] }, exportCheckins)],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
