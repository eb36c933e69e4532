// Written by build/uniswapChains.mjs, of @uniswap/sdk-core.
import { type UniswapChain } from './uniswapCalls.js'

/** Uniswap on twelve networks, by CAIP-2 id. */
export const uniswapChains: Readonly<Record<string, UniswapChain>> = {
  'eip155:1': {
    weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      kind: 'SwapRouter02',
    },
  },
  'eip155:10': {
    weth: '0x4200000000000000000000000000000000000006',
    v2: {
      factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
      router: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      kind: 'SwapRouter02',
    },
  },
  'eip155:56': {
    weth: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    v2: {
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      kind: 'SwapRouter02',
    },
  },
  'eip155:130': {
    weth: '0x4200000000000000000000000000000000000006',
    v2: {
      factory: '0x1F98400000000000000000000000000000000002',
      router: '0x284F11109359a7e1306C3e447ef14D38400063FF',
    },
    v3: {
      factory: '0x1F98400000000000000000000000000000000003',
      quoter: '0x565AC8C7863d9bB16D07E809fF49Fe5CD467634C',
      router: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
      kind: 'SwapRouter02',
    },
  },
  'eip155:137': {
    weth: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    v2: {
      factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      router: '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      kind: 'SwapRouter02',
    },
  },
  'eip155:143': {
    weth: '0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A',
    v2: {
      factory: '0x182a927119D56008d921126764bF884221b10f59',
      router: '0x4B2ab38DBF28D31D467aA8993f6c2585981D6804',
    },
    v3: {
      factory: '0x204FAca1764B154221e35c0d20aBb3c525710498',
      quoter: '0x2d01411773c8C24805306E89A41F7855C3c4Fe65',
      router: '0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900',
      kind: 'SwapRouter02',
    },
  },
  'eip155:480': {
    weth: '0x4200000000000000000000000000000000000006',
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x541aB7c31A119441eF3575F6973277DE0eF460bd',
    },
    v3: {
      factory: '0x7a5028BDa40e7B173C278C5342087826455ea25a',
      quoter: '0x10158D43e6cc414deE1Bd1eB0EfC6a5cBCfF244c',
      router: '0x091AD9e2e6e5eD44c1c66dB50e49A601F9f36cF6',
      kind: 'SwapRouter02',
    },
  },
  'eip155:1868': {
    weth: '0x4200000000000000000000000000000000000006',
    v2: {
      factory: '0x97FeBbC2AdBD5644ba22736E962564B23F5828CE',
      router: '0x273F68c234fA55b550b40E563c4a488e0D334320',
    },
    v3: {
      factory: '0x42aE7Ec7ff020412639d443E245D936429Fbe717',
      quoter: '0x3E6C707d0125226ff60F291b6Bd1404634F00AbA',
      router: '0x7E40dB01736f88464e5f4E42394F3d5bbb6705B9',
      kind: 'SwapRouter02',
    },
  },
  'eip155:8453': {
    weth: '0x4200000000000000000000000000000000000006',
    v2: {
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      router: '0x2626664c2603336E57B271c5C0b26F421741e481',
      kind: 'SwapRouter02',
    },
  },
  'eip155:42161': {
    weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    v2: {
      factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      kind: 'SwapRouter02',
    },
  },
  'eip155:43114': {
    weth: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    v2: {
      factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
    v3: {
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
      kind: 'SwapRouter02',
    },
  },
  'eip155:81457': {
    weth: '0x4300000000000000000000000000000000000004',
    v2: {
      factory: '0x5C346464d33F90bABaf70dB6388507CC889C1070',
      router: '0xBB66Eb1c5e875933D44DAe661dbD80e5D9B03035',
    },
    v3: {
      factory: '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd',
      quoter: '0x6Cdcd65e03c1CEc3730AeeCd45bc140D57A25C77',
      router: '0x549FEB8c9bd4c12Ad2AB27022dA12492aC452B66',
      kind: 'SwapRouter02',
    },
  },
}
