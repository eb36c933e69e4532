import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  CopyButton,
  Empty,
  explorerLink,
  IconButton,
  showHidden,
  Text,
  useObservable,
} from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { AssetNft, AssetsApi } from '../api.js'
import { nftKey } from '../nfts/nftKey.js'
import { Art } from './Art.js'
import { Fact, Facts } from './Facts.js'
import { styles } from './styles.js'

function Contract({
  nft: { contract, chainId },
  api,
}: {
  nft: AssetNft
  api: AssetsApi
}): ReactNode {
  const network = api.networkOf(chainId)
  const explorer = network && explorerLink(network, contract)
  return (
    <Fact k="assets.contract">
      <bdi dir="ltr">{contract}</bdi>
      <CopyButton value={contract} label={{ k: 'assets.copyContract' }} />
      {explorer && (
        <IconButton
          icon="external"
          label={{ k: 'ui.viewOn', params: { explorer: explorer.name } }}
          href={explorer.url}
        />
      )}
    </Fact>
  )
}

const Traits = ({ traits }: Pick<AssetNft, 'traits'>): ReactNode => (
  <section className="stack">
    <h3 className="hint" style={styles.heading}>
      <Text k="assets.traits" />
    </h3>
    <Facts>
      {traits.map((trait, index) => (
        <div key={index} style={styles.fact}>
          <dt className="hint">
            <bdi>{showHidden(trait.name)}</bdi>
          </dt>
          <dd style={styles.value}>
            <bdi>{showHidden(trait.value)}</bdi>
          </dd>
        </div>
      ))}
    </Facts>
  </section>
)

/** An NFT with its traits. */
export function NftView({
  api,
  params,
}: ViewProps<{ contract: string; tokenId: string }, AssetsApi>): ReactNode {
  const { nfts } = useObservable(api.state)
  const nft = nfts.items.find((each) => nftKey(each) === nftKey(params))
  if (!nft) return <Empty title="assets.nftGone" text="assets.goneText" />
  const actions = nft.isSpam ? [] : api.nftActionsOf(nft)
  const { name, collection, description, tokenId, standard, amount, traits, imageUrl } = nft
  return (
    <div className="stack">
      <div style={styles.centred}>
        <Art src={imageUrl} name={name || collection} style={styles.largeArt} />
        <h2 style={styles.headline}>
          <bdi>{showHidden(name) || `#${tokenId}`}</bdi>
        </h2>
        {nft.isSpam && (
          <span className="warning">
            <Text k="assets.spamFlagged" />
          </span>
        )}
        {description && (
          <p className="hint">
            <bdi>{showHidden(description)}</bdi>
          </p>
        )}
      </div>
      {actions.length > 0 && (
        <div style={styles.actions}>
          {actions.map(({ id, label, run }, index) => (
            <Button key={id} variant={index ? 'normal' : 'primary'} wide onClick={() => run(nft)}>
              <Text k={label} />
            </Button>
          ))}
        </div>
      )}
      <Facts>
        {collection && (
          <Fact k="assets.collection">
            <bdi>{showHidden(collection)}</bdi>
          </Fact>
        )}
        <Fact k="assets.tokenId">
          <bdi dir="ltr">{tokenId}</bdi>
        </Fact>
        {standard === 'erc1155' && (
          <Fact k="assets.pieces">
            <bdi dir="ltr">{amount}</bdi>
          </Fact>
        )}
        <Contract nft={nft} api={api} />
      </Facts>
      {traits.length > 0 && <Traits traits={traits} />}
    </div>
  )
}
