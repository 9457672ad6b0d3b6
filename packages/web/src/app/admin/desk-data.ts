import { data } from 'react-router'
import type { PageContext } from '../page-context.ts'
import { orPageError, refusalName } from '../page-tools.ts'

/**
 * The data of a page of the desk, with its texts; null data with status 403 for people whose role may not see it. Not
 * thrown, because the page has its own message for them.
 */
export async function deskData<Page extends object, Data>(
  context: PageContext,
  page: Page,
  load: () => Promise<Data>,
): Promise<ReturnType<typeof data<Page & { desk: Data | null }>>> {
  if (!context.person?.is_admin) return data({ ...page, desk: null }, { status: 403 })
  try {
    return data({ ...page, desk: await load() })
  } catch (error) {
    if (refusalName(error) === 'NotAllowed') return data({ ...page, desk: null }, { status: 403 })
    return orPageError(Promise.reject(error))
  }
}
