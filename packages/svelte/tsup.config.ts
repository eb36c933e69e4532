import { library } from '../../tools/build/tsup.mjs'

export default library({ entry: ['src/index.ts'] })
