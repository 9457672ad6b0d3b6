import { AppError, invalidInput } from '../../platform/app-error.ts'
import { CardFileRefused, type Refusal } from './rules.ts'

/** Gives what a reading gives; a file that is not taken becomes the error that the call answers. @throws AppError FileType, InvalidInput on `file` with the refusal as its message */
export async function orRefuse<Result>(reading: Promise<Result>, accepted: readonly string[]): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof CardFileRefused)) throw error
    throw refusalOf(error.why, accepted)
  }
}

function refusalOf(why: Refusal, accepted: readonly string[]): AppError {
  if (why === 'kind') return new AppError('FileType', { accepted })
  if (why !== 'lorebook') return invalidInput('file', why)
  return new AppError('InvalidInput', {
    issues: [{ path: 'file', message: why }],
    call: '/api/chat.Single/importLorebook',
  })
}
