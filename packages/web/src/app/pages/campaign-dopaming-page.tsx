import type { LoaderFunctionArgs } from 'react-router'
import { loadCampaign } from '../campaign/load-campaign.ts'
import { pageMeta } from '../page-meta.ts'

export { Campaign as default } from '../campaign/campaign.tsx'
export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadCampaign(args, 'dopaming')

export const meta = pageMeta
