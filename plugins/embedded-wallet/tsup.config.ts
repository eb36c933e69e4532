import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/protocol/index.ts'],
  inline: [
    'src/constants.ts',
    'src/login/cooldown.ts',
    'src/protocol/digits.ts',
    'src/react/failureLabel.ts',
    'src/react/useCountdown.ts',
    'src/wallet/frameError.ts',
    'src/wallet/networks.ts',
  ],
})
