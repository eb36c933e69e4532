/** A call that hands something over, or of which more follows than it says. */
interface Danger {
  /** A headline of its own, also where the call stands within another one. */
  title?: string
  warning?: string
  /** What it does is not in it. */
  isUnread?: true
  /** Only where this argument is this choice. */
  where?: readonly [argument: string, choice: string]
}

const control: Danger = { title: 'handOver', warning: 'handsOver' }
const staking: Danger = { title: 'changeStaking', warning: 'stakingGoes' }
const spend: Danger = { title: 'approve', warning: 'canSpend' }
const owner: Danger = { title: 'changeOwner', warning: 'ownerGoes' }
const votes: Danger = { title: 'delegateVotes', warning: 'votes' }
const later: Danger = { warning: 'laterCall', isUnread: true }
/** Money that leaves this network: who gets it there is for that network to say. */
const elsewhere: Danger = { warning: 'elsewhere' }
/** A programme for another network, in the call. */
const program: Danger = { ...elsewhere, isUnread: true }
const ofXcm = (pallet: string): Readonly<Record<string, Danger>> => ({
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

/** By pallet and call, as polkadot.js spells them. */
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
  ...ofXcm('polkadotXcm'),
  ...ofXcm('xcmPallet'),
}
