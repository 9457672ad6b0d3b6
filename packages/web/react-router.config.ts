import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'src/app',
  buildDirectory: '../../build/web',
  // A client loader of one line in a file of its own costs a request and half a kilobyte of headers.
  splitRouteModules: false,
} satisfies Config
