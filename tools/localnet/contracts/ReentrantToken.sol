// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Calls a contract of its choice in the middle of a transfer.
contract ReentrantToken {
    string public constant name = "Echo";
    string public constant symbol = "ECHO";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address public target;
    bytes public message;
    bool private calling;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance too low");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    /// The call that is made in each transfer from now on.
    function callBack(address to, bytes calldata data) external {
        (target, message) = (to, data);
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        if (target != address(0) && !calling) {
            calling = true;
            (bool done, ) = target.call(message);
            done;
            calling = false;
        }
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
