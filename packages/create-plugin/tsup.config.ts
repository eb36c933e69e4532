import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/cli.ts'],
  platform: 'node',
  target: 'node20',
  noExternal: ['@latchkey/create-kit'],
  dts: { entry: 'src/index.ts' },
})
