export {
  type AppleClient,
  type FarcasterOptions,
  type SecretClient,
  type SocialOptions,
} from './auth/social/settings.js'
export { SecureFrameError, type SecureFrameErrorCode, isSecureFrameError } from './errors.js'
export { type KeeperLimits } from './keeper/limits.js'
export { type KeeperOptions, keeperOptionsFromEnv } from './keeper/options.js'
export { type Keeper, startKeeper } from './keeper/service.js'
export { newServiceKey, readPublicKeys, readServiceKey } from './keeper/keyFiles.js'
export { type PublicKey } from './keeper/signed.js'
export { type FrameLimits } from './limits.js'
export { type MailContent } from './mail/mails.js'
export { type Sender, type Transport } from './mail/sender.js'
export { type KeeperAccess, type SecureFrameOptions, optionsFromEnv } from './options.js'
export { type FrameProject } from './projects.js'
export { type SecureFrame, startSecureFrame } from './service.js'
export {
  type Keys,
  type SigningKey,
  type WrappingKey,
  newKeys,
  newRecoveryKeys,
  readKeys,
  readRecoveryKeys,
} from './vault/keyFile.js'
