import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/protocol/index.ts'],
  inline: [
    'src/constants.ts',
    'src/errors.ts',
    'src/login/cooldown.ts',
    'src/login/openPopup.ts',
    'src/login/platform.ts',
    'src/protocol/digits.ts',
    'src/protocol/methods.ts',
    'src/react/brands.ts',
    'src/react/EmailForm.tsx',
    'src/react/Failure.tsx',
    'src/react/failureLabel.ts',
    'src/react/SocialFailure.tsx',
    'src/react/Socials.tsx',
    'src/react/useCountdown.ts',
    'src/react/usePrepared.ts',
    'src/react/useSignInWith.ts',
    'src/socials.ts',
    'src/wallet/accountType.ts',
    'src/wallet/displayName.ts',
    'src/wallet/frameError.ts',
    'src/wallet/networks.ts',
    'src/wallet/storedPerson.ts',
  ],
})
