import { library } from '../../tools/build/tsup.mjs'
import { pageBuild } from './build/page.mjs'

export default [
  library({
    entry: { index: 'src/index.ts', cli: 'src/cli.ts' },
    platform: 'node',
    target: 'node20',
    dts: { entry: { index: 'src/index.ts' } },
    // The page's own build writes dist/page.
    clean: ['!page/**'],
  }),
  pageBuild({ entry: ['src/page/main.ts', 'src/page/page.css'] }),
]
