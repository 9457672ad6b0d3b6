import { enterRunFolder } from '@everkin/testing/run-folder.ts'
import { prepareInitialData } from './initial-data.ts'

/** What every journey’s own Everkin starts with; all of it is gone after the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeRunFolder = enterRunFolder()
  const removeInitialData = await prepareInitialData()
  return async () => {
    await removeInitialData()
    removeRunFolder()
  }
}
