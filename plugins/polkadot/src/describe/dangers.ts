/**
 * The words of a preview about a call that gives control away, or does more than its arguments say.
 * Titles and warnings are message keys without `polkadot.`.
 */
interface Danger {
  /** The headline of the preview, also where the call is nested in another one. */
  title?: string
  warning?: string
  /** The arguments do not say what the call does, so the preview does not count as complete. */
  isUnread?: true
  /** Dangerous only where this argument has this enum variant. */
  where?: readonly [argument: string, choice: string]
}

/** Somebody else may act for the account. */
const control: Danger = { title: 'handOver', warning: 'handsOver' }
/** Stake or its rewards may go to somebody else. */
const staking: Danger = { title: 'changeStaking', warning: 'stakingGoes' }
/** Somebody else may spend the account's assets. */
const spend: Danger = { title: 'approve', warning: 'canSpend' }
/** Somebody else gets the rights over an asset, a collection or a pool. */
const owner: Danger = { title: 'changeOwner', warning: 'ownerGoes' }
/** Somebody else may vote in the account's name. */
const votes: Danger = { title: 'delegateVotes', warning: 'votes' }
/** Prepares a call that is carried out later: only its hash or its raw bytes are signed here. */
const later: Danger = { warning: 'laterCall', isUnread: true }
/** Money that leaves this network; only the other network knows who receives it. */
const elsewhere: Danger = { warning: 'elsewhere' }
/** The call carries an XCM program that another network runs. */
const program: Danger = { ...elsewhere, isUnread: true }
/** The calls of a pallet that sends messages to other networks (XCM). */
const xcmDangers = (pallet: string): Readonly<Record<string, Danger>> => ({
  ...Object.fromEntries(
    ['send', 'execute', 'transferAssetsUsingTypeAndThen'].map((name) => [
      `${pallet}.${name}`,
      program,
    ]),
  ),
  ...Object.fromEntries(
    [
      'transferAssets',
      'teleportAssets',
      'limitedTeleportAssets',
      'reserveTransferAssets',
      'limitedReserveTransferAssets',
    ].map((name) => [`${pallet}.${name}`, elsewhere]),
  ),
})

/** Dangerous calls by `pallet.call`, as polkadot.js spells them. */
export const DANGERS: Readonly<Record<string, Danger>> = {
  'proxy.addProxy': control,
  'proxy.createPure': control,
  'proxy.anonymous': control,
  'proxy.addProxyDelegate': control,
  'proxy.announce': later,
  'recovery.createRecovery': control,
  'recovery.setRecovered': control,
  'recovery.vouchRecovery': control,
  'recovery.setFriendGroups': control,
  'proxy.killPure': { title: 'loseAccount', warning: 'losesAccount' },
  'proxy.killAnonymous': { title: 'loseAccount', warning: 'losesAccount' },
  'multisig.approveAsMulti': later,
  'preimage.notePreimage': later,
  'scheduler.schedule': { warning: 'laterCall' },
  'scheduler.scheduleNamed': { warning: 'laterCall' },
  'staking.setController': staking,
  'staking.setPayee': staking,
  'staking.updatePayee': staking,
  'staking.bond': { ...staking, where: ['payee', 'Account'] },
  'nominationPools.setClaimPermission': staking,
  'nominationPools.updateRoles': owner,
  'session.setKeys': { title: 'changeKeys', warning: 'keysGo' },
  'assets.approveTransfer': spend,
  'foreignAssets.approveTransfer': spend,
  'poolAssets.approveTransfer': spend,
  'uniques.approveTransfer': spend,
  'nfts.approveTransfer': spend,
  'nfts.setPrice': { title: 'offer', warning: 'offered' },
  'uniques.setPrice': { title: 'offer', warning: 'offered' },
  'assets.transferOwnership': owner,
  'assets.setTeam': owner,
  'uniques.transferOwnership': owner,
  'uniques.setTeam': owner,
  'nfts.transferOwnership': owner,
  'nfts.setTeam': owner,
  'convictionVoting.delegate': votes,
  'democracy.delegate': votes,
  'sudo.setKey': control,
  'sudo.sudo': { title: 'asRoot', warning: 'rootCall' },
  'sudo.sudoAs': { title: 'asRoot', warning: 'rootCall' },
  'contracts.call': { warning: 'contractCall', isUnread: true },
  'revive.call': { warning: 'contractCall', isUnread: true },
  'evm.call': { warning: 'contractCall', isUnread: true },
  'ethereum.transact': { warning: 'contractCall', isUnread: true },
  ...xcmDangers('polkadotXcm'),
  ...xcmDangers('xcmPallet'),
}
