import { library } from '../build/tsup.mjs'

export default library({
  entry: [
    'src/injected/index.ts',
    'src/chains/index.ts',
    'src/keys/index.ts',
    'src/smart/index.ts',
    'src/hostile/index.ts',
    'src/playwright/index.ts',
  ],
  external: [/^node:/],
})
