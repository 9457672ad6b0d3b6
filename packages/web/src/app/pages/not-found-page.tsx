import { data, type LoaderFunctionArgs } from 'react-router'
import { NotFound } from '../page-error.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'

export function loader(args: LoaderFunctionArgs) {
  const { title, text } = pageTools(args, ['shell.notFound'])
  return data({ title: title(text('shell.notFound.title')) }, { status: 404 })
}

export const meta = pageMeta

export default function NotFoundPage() {
  return <NotFound />
}
