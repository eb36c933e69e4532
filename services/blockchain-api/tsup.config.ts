import { library } from '../../tools/build/tsup.mjs'
import { currencies } from './src/currencies.js'

export default library({
  // The thread that follows chains is found beside the file that starts it.
  entry: { index: 'src/index.ts', cli: 'src/cli.ts', followWorker: 'src/follow/followWorker.ts' },
  platform: 'node',
  target: 'node20',
  dts: { entry: { index: 'src/index.ts' } },
  esbuildPlugins: [
    {
      name: 'currencies',
      setup: ({ onLoad }) =>
        onLoad({ filter: /[\\/]src[\\/]currencies\.ts$/ }, () => ({
          contents: `export const currencies = ${JSON.stringify(currencies)}`,
        })),
    },
  ],
})
