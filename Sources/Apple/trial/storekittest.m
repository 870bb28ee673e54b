// Plays the list in front of StoreKit, as Xcode's StoreKitTest has it. The folder for the audit logs is in the environment.
#import "player.h"

@import StoreKitTest;
@import XCTest;

static SKTestSession *session;

static iap_device *begin(void) {
    [session resetToDefaultState];
    [session clearTransactions];
    session.disableDialogs = YES;
    return NULL;
}

/// The last transaction of a product, also one that waits.
static SKTestTransaction *last(NSString *product) {
    SKTestTransaction *found = nil;
    for (SKTestTransaction *transaction in [session allTransactions])
        if ([transaction.productIdentifier isEqualToString:product] && transaction.identifier >= found.identifier)
            found = transaction;
    return found;
}

static int act(const char *step, const char *argument, uint64_t transactionID) {
    NSString *verb = @(step), *product = @(argument);
    NSError *error = nil;
    BOOL isDone = NO;
    if ([verb isEqualToString:@"ask-to-buy"]) {
        session.askToBuyEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"grace"]) {
        session.shouldEnterBillingRetryOnRenewal = [product isEqualToString:@"on"];
        session.billingGracePeriodIsEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"approve"]) {
        isDone = YES;
        for (SKTestTransaction *transaction in [session allTransactions])
            if (transaction.pendingAskToBuyConfirmation)
                isDone &= [session approveAskToBuyTransactionWithIdentifier:transaction.identifier error:&error];
    } else if ([verb isEqualToString:@"refund"]) {
        isDone = [session refundTransactionWithIdentifier:last(product).identifier error:&error];
    } else if ([verb isEqualToString:@"renew"]) {
        isDone = [session forceRenewalOfSubscriptionWithProductIdentifier:product error:&error];
    } else if ([verb isEqualToString:@"expire"]) {
        isDone = [session expireSubscriptionWithProductIdentifier:product error:&error];
    }
    if (error != nil) NSLog(@"%@ %@: %@", verb, product, error);
    return isDone;
}

/// StoreKit's purchases run on the main thread, which is this one.
static void letStoreKitWork(void) {
    [NSRunLoop.mainRunLoop runUntilDate:[NSDate dateWithTimeIntervalSinceNow:0.1]];
}

@interface Trial : XCTestCase
@end

@implementation Trial

- (void)testSituations {
    NSString *folder = NSProcessInfo.processInfo.environment[@"IAP_TRIAL_OUTPUT"];
    NSBundle *bundle = [NSBundle bundleForClass:Trial.class];
    NSString *list = [bundle pathForResource:@"situations" ofType:@"txt"];
    NSURL *goods = [bundle URLForResource:@"Game" withExtension:@"storekit"];
    NSError *error = nil;
    XCTAssertNotNil(folder, @"IAP_TRIAL_OUTPUT names no folder");
    XCTAssertNotNil(list, @"the list is not in the bundle");
    XCTAssertNotNil(goods, @"Game.storekit is not in the bundle");
    if (folder == nil || list == nil || goods == nil) return;
    session = [[SKTestSession alloc] initWithContentsOfURL:goods error:&error];
    XCTAssertNotNil(session, @"%@", error);
    if (session == nil) return;
    const stage stage = {IAP_EXECUTION_BACKGROUND, begin, act, letStoreKitWork};
    XCTAssertEqual(play(list.fileSystemRepresentation, folder.fileSystemRepresentation, &stage), 0);
}

@end
