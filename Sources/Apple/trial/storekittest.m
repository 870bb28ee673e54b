// Plays the list with StoreKit in Xcode's StoreKitTest, and measures its quirks. An environment variable names the folder for the
// results.
#import "quirks.h"
#import "player.h"

#include <time.h>

@import StoreKitTest;
@import XCTest;

static SKTestSession *session;

static iap_device *begin(void) {
    [session resetToDefaultState];
    [session clearTransactions];
    session.disableDialogs = YES;
    return NULL;
}

/// Returns the last transaction of a product, which can be a waiting one.
static SKTestTransaction *last(NSString *product) {
    SKTestTransaction *found = nil;
    for (SKTestTransaction *transaction in [session allTransactions])
        if ([transaction.productIdentifier isEqualToString:product] && transaction.identifier >= found.identifier)
            found = transaction;
    return found;
}

static int act(const char *step, const char *argument, uint64_t transactionID) {
    (void)transactionID; // The session names transactions by itself.
    NSString *verb = @(step), *product = @(argument);
    NSError *error = nil;
    BOOL isDone = NO;
    if ([verb isEqualToString:@"ask-to-buy"]) {
        session.askToBuyEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"grace"]) {
        session.billingRetryOnRenewalEnabled = [product isEqualToString:@"on"];
        session.billingGracePeriodEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"retry"]) {
        session.billingRetryOnRenewalEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"interrupt"]) {
        session.interruptedPurchasesEnabled = [product isEqualToString:@"on"];
        isDone = YES;
    } else if ([verb isEqualToString:@"fast"]) {
        session.timeRate = SKTestTimeRateMonthlyRenewalEveryThirtySeconds;
        isDone = YES;
    } else if ([verb isEqualToString:@"near-end"]) {
        isDone = YES; // After "fast" the end comes automatically.
    } else if ([verb isEqualToString:@"approve"]) {
        isDone = YES;
        for (SKTestTransaction *transaction in [session allTransactions])
            if (transaction.pendingAskToBuyConfirmation)
                isDone &= [session approveAskToBuyTransactionWithIdentifier:transaction.identifier error:&error];
    } else if ([verb isEqualToString:@"decline"]) {
        isDone = YES;
        for (SKTestTransaction *transaction in [session allTransactions])
            if (transaction.pendingAskToBuyConfirmation)
                isDone &= [session declineAskToBuyTransactionWithIdentifier:transaction.identifier error:&error];
    } else if ([verb isEqualToString:@"stop-renewing"]) {
        isDone = [session disableAutoRenewForTransactionWithIdentifier:last(product).identifier error:&error];
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

/// Runs the main thread, which is this one: StoreKit's purchases need it.
static void letStoreKitWork(int milliseconds) {
    [NSRunLoop.mainRunLoop runUntilDate:[NSDate dateWithTimeIntervalSinceNow:milliseconds / 1000.0]];
}

static int64_t milliseconds(void) { return (int64_t)(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000000); }

static const stage testSession = {IAP_EXECUTION_BACKGROUND, begin, act, letStoreKitWork, milliseconds};

@interface Trial : XCTestCase
@end

@implementation Trial

/// Returns the folder for the results, or nil if the session cannot begin.
- (NSString *)begin {
    NSString *folder = NSProcessInfo.processInfo.environment[@"IAP_TRIAL_OUTPUT"];
    NSURL *goods = [[NSBundle bundleForClass:Trial.class] URLForResource:@"Game" withExtension:@"storekit"];
    NSError *error = nil;
    XCTAssertNotNil(folder, @"IAP_TRIAL_OUTPUT does not name a folder");
    XCTAssertNotNil(goods, @"Game.storekit is not in the bundle");
    if (folder == nil || goods == nil) return nil;
    session = [[SKTestSession alloc] initWithContentsOfURL:goods error:&error];
    XCTAssertNotNil(session, @"%@", error);
    return session == nil ? nil : folder;
}

- (void)testSituations {
    NSString *folder = [self begin];
    NSString *list = [[NSBundle bundleForClass:Trial.class] pathForResource:@"situations" ofType:@"txt"];
    XCTAssertNotNil(list, @"the list is not in the bundle");
    if (folder == nil || list == nil) return;
    XCTAssertEqual(play(list.fileSystemRepresentation, folder.fileSystemRepresentation, &testSession), 0);
}

- (void)testQuirks {
    NSString *folder = [self begin];
    if (folder != nil) XCTAssertTrue(measure_quirks(folder.fileSystemRepresentation, NULL, &testSession));
}

@end
