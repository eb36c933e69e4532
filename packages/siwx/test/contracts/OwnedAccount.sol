// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A contract account of one owner, as small as EIP-1271 allows. `owner` of zero gives up on every question.
contract OwnedAccount {
    address private immutable owner;

    constructor(address given) {
        owner = given;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(owner != address(0) && signature.length == 65, "no");
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
