import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: [
    'src/index.ts',
    'src/analytics/index.ts',
    'src/http/index.ts',
    'src/shared/index.ts',
    'src/shared/redis.ts',
    'src/store/index.ts',
    'src/store/sqlite.ts',
    'src/store/postgres.ts',
  ],
  platform: 'node',
  target: 'node20',
  // Without a command it is judged as a library, whose imports must say that they are Node's.
  removeNodeProtocol: false,
})
