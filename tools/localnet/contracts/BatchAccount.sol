// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Code that an account lends itself (EIP-7702) to do several calls as one: all of them, or none.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "only the account itself");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory answer) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done)
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
        }
    }
}
