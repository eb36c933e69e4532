import { library } from '../../tools/build/tsup.mjs'

export default library({ entry: ['src/index.ts', 'src/account/account.ts', 'src/message/time.ts'] })
